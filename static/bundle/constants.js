// Names of style values that never change: by day and by night, in every language. The bundle writes the value in place of
// the name, so that a scale with a name for each step costs visitors no byte.

const DECLARED = /^\s*--([\w-]+): ([^;]+);\n/gm;

/**
 * Custom properties of the theme's `:root` that are declared only there and name no others, by name.
 *
 * @param {string} theme
 * @param {readonly string[]} sheets the texts of all style sheets, that of the theme among them
 */
export function valuesOf(theme, sheets) {
  const [, root = ''] = /^:root \{\n([^}]*)\}/m.exec(theme) ?? [];
  const all = sheets.join('\n');
  const isOnce = (/** @type {string} */ name) => all.split(`--${name}:`).length === 2;
  const isOnlyRead = (/** @type {string} */ name) => !all.includes(`var(--${name},`);
  const found = [...root.matchAll(DECLARED)].map(([, name = '', value = '']) => /** @type {const} */ ([name, value]));
  return new Map(found.filter(([name, value]) => !value.includes('var(') && isOnce(name) && isOnlyRead(name)));
}

/**
 * A style sheet with the values of constants in place of their names.
 *
 * @param {string} sheet
 * @param {ReadonlyMap<string, string>} values
 */
export const inlined = (sheet, values) =>
  sheet
    .replace(DECLARED, (whole, name) => (values.has(name) ? '' : whole))
    .replace(/var\(--([\w-]+)\)/g, (whole, name) => values.get(name) ?? whole);
