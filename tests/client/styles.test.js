// The style sheets: colours, type and distances in one file, the same by night however it was chosen.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inlined, valuesOf } from '../../static/bundle/constants.js';

const read = (file) => readFileSync(new URL(`../../static/css/${file}`, import.meta.url), 'utf8');

/** The declarations of the rule with this selector, sorted, without spaces. */
function declarations(sheet, selector) {
  const start = sheet.indexOf(`${selector} {`);
  assert.ok(start >= 0, `${selector} has a rule`);
  return sheet
    .slice(sheet.indexOf('{', start) + 1, sheet.indexOf('}', start))
    .split(';')
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter((each) => each.startsWith('--'))
    .sort();
}

test('dark colours are the same for the device and for the setting', () => {
  const theme = read('theme.css');
  const [device, setting] = [':root:not([data-theme="light"])', ':root[data-theme="dark"]'].map((each) =>
    declarations(theme, each),
  );
  assert.ok(device.length > 10, device.join('\n'));
  assert.deepEqual(device, setting);
  const light = declarations(theme, ':root').map((each) => each.split(':')[0]);
  for (const name of device.map((each) => each.split(':')[0])) assert.ok(light.includes(name), `${name} has a value by day`);
});

test('the bundle has values in place of names that never change', () => {
  const theme = ':root {\n  --paper: #fff;\n  --step: 0.5rem;\n  --side: max(1rem, var(--step));\n  --own: 0;\n}\n';
  const dark = '.dark {\n  --paper: #000;\n}\n';
  const card =
    '.card {\n  --high: 2rem;\n  gap: var(--step) var(--side);\n  color: var(--paper);\n  margin: var(--own, 1px);\n}\n';
  const values = valuesOf(theme, [theme, dark, card]);
  assert.deepEqual([...values], [['step', '0.5rem']]);
  assert.equal(inlined(card, values), card.replace('var(--step)', '0.5rem'));
  assert.equal(inlined(theme, values), theme.replace('  --step: 0.5rem;\n', '').replace('var(--step)', '0.5rem'));
});

/** The declarations of all sheets but the theme: as they are written, with property and value. */
function declared() {
  const sheets = readdirSync(new URL('../../static/css/', import.meta.url)).filter(
    (file) => file.endsWith('.css') && file !== 'theme.css',
  );
  assert.ok(sheets.length > 15, sheets.join(' '));
  return sheets.flatMap((file) =>
    [
      ...read(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/([a-z-]+):\s([^;{}]*);/g),
    ].map(([each, property, value]) => ({ property, value, written: `${file}: ${each.replace(/\s+/g, ' ')}` })),
  );
}

test('only the theme has literal colours and sizes of type', () => {
  const colour =
    /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|\b(?:white|black|red|green|blue|gr[ae]y)\b(?!-|\))/i;
  const literal = declared().filter(({ property, value }) =>
    property === 'font' || property === 'font-size'
      ? /\d(?:rem|px|pt)/.test(value)
      : !property.startsWith('white') && colour.test(value),
  );
  assert.deepEqual(
    literal.map(({ written }) => written),
    [],
  );
});

test('gaps and margins are steps of the scale', () => {
  const literal = declared().filter(({ property, value }) => {
    if (!/^(?:(?:row-|column-)?gap|margin(?:-.*)?)$/.test(property)) return false;
    // A distance may follow the window, give back a padding, or leave the place of a control.
    const lengths = value.replace(/\b(?:clamp|calc|min|max)\(.*\)/g, '').matchAll(/(-?[\d.]+)(?:rem|px)\b/g);
    return [...lengths].some(([, length]) => Number(length) > 0 && Number(length) < 6);
  });
  assert.deepEqual(
    literal.map(({ written }) => written),
    [],
  );
});
