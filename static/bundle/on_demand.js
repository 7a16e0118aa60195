// Modules, of those that pages load while they run, that few visits use, or none before somebody
// has pressed something or a game is over.
// Pages name all others in their heads, to be fetched as soon as the first board is seen; these are fetched
// when they are asked for. The service worker keeps them all the same.

export const ON_DEMAND = [
  'js/analysis/computer.js',
  'js/analysis/evaluation.js',
  'js/analysis/explorer.js',
  'js/analysis/faults.js',
  'js/analysis/picture.js',
  'js/analysis/readers.js',
  'js/analysis/records.js',
  'js/analysis/review_view.js',
  'js/analysis/setup.js',
  'js/analysis/shift_jis.js',
  'js/analysis/together.js',
  'js/change_language.js',
  'js/game/evidence_view.js',
  'js/game/late_evidence.js',
  'js/game/ratings.js',
  'js/match/another_game.js',
  'js/match/end_view.js',
  'js/match/match_sounds.js',
  'js/match/phrases_menu.js',
  'js/match/rating_change.js',
  'js/match/report_view.js',
  'js/match/rules_dialog.js',
  'js/match/turn_link.js',
  'js/match/voice.js',
  'js/people/identity_view.js',
  'js/rules/course.js',
  'js/rules/course_offer.js',
  'js/rules/course_view.js',
  'js/seek/keeper.js',
  'js/seek/seek_bar.js',
  'js/seek/seek_form.js',
  'js/settings_view.js',
];
