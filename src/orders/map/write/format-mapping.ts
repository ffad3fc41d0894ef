// The text of a mapping file as a person would lay it out: what fits on a line stands on one line.
const WIDTH = 100;

/** JSON with two spaces of indentation, and a final newline. */
export const formatMapping = (mapping: Readonly<Record<string, unknown>>): string =>
  `${block(mapping, '', 0)}\n`;

function block(value: unknown, indent: string, taken: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = oneLine(value);
  if (indent !== '' && indent.length + taken + line.length <= WIDTH) return line;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => block(one, deeper, 1))
    : entriesOf(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${block(one, deeper, name.length + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = entriesOf(value).map(([key, one]) => `${JSON.stringify(key)}: ${oneLine(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const entriesOf = (value: object) => Object.entries(value).filter(([, one]) => one !== undefined);
