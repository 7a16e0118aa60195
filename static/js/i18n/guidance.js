// @ts-check
// What leads a player through a turn of several actions.

import { learn } from './i18n.js';

export const GUIDANCE = learn({
  'status.yours.on': ['Your turn goes on', '你继续走', 'あなたの手番が続きます'],
  'status.turn.on': ["{side}'s turn goes on", '{side}继续走', '{side}の手番が続きます'],

  'earned.fang': ['Fang made: {count}', '成方 {count} 个', '方の完成：{count}'],
  'earned.complete': ['Line of six completed, stones earned: {count}', '六子满线（全了），得提 {count} 子', '満線（全了）、取れる石：{count}'],
  'lapsed.fang': ['Earned removals that lapse: {count} (every enemy stone left is protected by a fang)', '应提 {count} 子作罢（对方余子皆在方上受保护）', '取れるはずの {count} 子は消滅（残る相手の石はすべて方に守られている）'],
  'skipped.fang': ['Turns to take a stone that are skipped: {count} (every enemy stone is protected by a fang)', '略过提子 {count} 次（对方之子皆在方上受保护）', '石を取る手番を {count} 回省略（相手の石はすべて方に守られている）'],
  'owed.place': ['Place a stone on a free point', '在空点落一子', '空いた点に石を置く'],
  'owed.place.count': ['Place a stone: {count} left', '落子：余 {count}', '石を置く：残り {count}'],
  'owed.remove': ['Enemy stones to remove: {count}', '应提对方 {count} 子', '取り除く相手の石：{count}'],
  'owed.opening': ['Placing is over: each side removes an enemy stone', '布子完毕：双方各提对方一子', '配置が終わり、双方が相手の石を一つ取り除く'],
  'owed.exchange': ['Exchange: remove an enemy stone, beside an own one if possible, and step into its place', '换子：提一敌子（与己子相邻者优先），再走入其位', '交換：相手の石（自分の石の隣にあればその石）を取り、そこへ動く'],
  'owed.fill': ['Exchange: a stone beside {at} steps into it', '换子：{at} 旁的棋子走入', '交換：{at} の隣の石がそこへ動く'],
  'owed.capture': ['After the capture another is possible: only captures count', '吃子后还能再吃：只能走吃子的着法', '取ったあと続けて取れる：取る手だけが指せる'],
  'owed.pass': ['No step is possible: pass', '无子可走：停着', '動ける石がない：パス'],
  'owed.ends': ['this ends the game: {result}', '此着终局：{result}', 'これで終局：{result}'],
  'owed.safe': ['protected by fang: {points}', '在方上受保护：{points}', '方に守られた石：{points}'],

  'meter.repetition': ['Repetition {count} of {limit}', '同一局面第 {count} 次（限 {limit} 次）', '同一局面 {count} 回目（上限 {limit} 回）'],
  'meter.perpetual': ['Perpetual check {count} of {limit}', '长将第 {count} 次（限 {limit} 次）', '連続王手の同一局面 {count} 回目（上限 {limit} 回）'],
  'meter.draw': ['then a draw', '届时作和', '達すれば引き分け'],
  'meter.draw.now': ['this draws the game', '此着成和', 'この手で引き分け'],
  'meter.refused': ['then not allowed', '届时不许走', '達すれば指せない'],
  'meter.refused.now': ['not allowed', '不许走', '指せない'],
  'meter.lost_by_checker': ['then {side} loses', '届时判{side}负', '達すれば{side}の負け'],
  'meter.lost_by_checker.now': ['{side} loses by it', '此着判{side}负', 'この手で{side}の負け'],

  'say.takenback': ['A move was taken back', '已悔棋', '待ったで戻りました'],
  'say.step': ['{piece} {from} to {to}', '{piece} {from} 到 {to}', '{piece} {from} から {to}'],
  'say.takes': ['takes {piece}', '吃{piece}', '{piece}を取る'],
  'say.promotes': ['promotes', '升变', '成る'],
  'say.drop': ['{piece} dropped on {to}', '{piece}打入 {to}', '{piece}を {to} に打つ'],
  'say.place': ['stone placed on {to}', '落子 {to}', '{to} に石を置く'],
  'say.remove': ['{at} removed', '提 {at}', '{at} を取り除く'],
  'typed.unknown': ['That is not a move of this game.', '这不是本棋的着法。', 'このゲームの手ではありません。'],
  'typed.ambiguous': ['More than one move is written like that.', '符合的着法不止一个。', '当てはまる手が複数あります。'],

  'point.held': ['picked up', '已拿起', '選択中'],
  'point.target': ['can be played', '可走', '着手可能'],
  'point.taking': ['can be taken', '可吃', '取れる'],
  'point.safe': ['protected by a fang', '在方上受保护', '方に守られている'],

  'rules.nothing': ['Nothing is captured', '不吃子', '何も取れない'],
  'rules.nocheck': ['No check', '没有将军', '王手ではない'],
  'rules.declare': ['Declared now: {result}', '此时宣言：{result}', 'ここで宣言すれば：{result}'],
  'rules.impasse': ['Proposed and accepted now: {result}', '此时提议并获同意：{result}', 'ここで提案・同意すれば：{result}'],
});
