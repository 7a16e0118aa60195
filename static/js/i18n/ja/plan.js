// The words of planned replies.

/** @type {import('../i18n.js').Words} */
export default {
  'plan.title': '条件付き指し手',
  'plan.explained': '相手の指しそうな手と自分の応手を順に試してください。相手が実際にそう指したときだけ、応手が指されます。',
  'plan.board': '予約用の盤',
  'plan.undo': '1手戻す',
  'plan.add': 'この変化を追加',
  'plan.save': '保存',
  'plan.close': 'キャンセル',
  'plan.remove': 'この変化を削除',
  'problem.bad_plan': 'この予約は保存できません。各変化には、ルールどおりの応手が1つずつ必要です。',
  'problem.stale': '局面が変わっています。再読み込みしてください。',
  'problem.not_allowed': '今はできません。',
  'problem.not_seated': '対局者だけができます。',
};
