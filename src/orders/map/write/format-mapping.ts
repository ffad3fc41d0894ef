// The text of a mapping file as a person would lay it out: what fits on a line stands on one line.
const WIDTH = 100;

/** JSON with two spaces of indentation, and a final newline. */
export const formatMapping = (mapping: Readonly<Record<string, unknown>>): string =>
  `${block(mapping, '', 0)}\n`;

function block(value: unknown, indent: string, taken: number): string {
  // Line breaks stand between the parts only: inside of texts they are escaped.
  const line = JSON.stringify(value, null, 1).replace(/\[\n\s*|\n\s*\]|\n\s*/g, (gap) => gap.trim() || ' ');
  const fits = indent !== '' && indent.length + taken + line.length <= WIDTH;
  if (typeof value !== 'object' || value === null || line.length <= 2 || fits) return line;
  const deeper = `${indent}  `;
  const parts = Object.entries(value).flatMap(([key, one]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return one === undefined ? [] : `${name}${block(one, deeper, name.length + 1)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}
