// Changes one value inside a JSON text and leaves every other byte unchanged: order of keys, spacing,
// notation of numbers. jsonc-parser finds the positions. Its own `modify` is not used: it rewrites numbers
// (1.50 as 1.5) and breaks lists with spaces.
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Step } from '../../contract/asn-fields.ts';

/**
 * The text with `value` (a JSON text) at the path. Missing objects on the path are created. When an element
 * of a list is missing, the text is returned unchanged.
 */
export function setInText(text: string, path: readonly Step[], value: string): string {
  let node = parseTree(text)!;
  for (const [i, step] of path.entries()) {
    const next = findNodeAtLocation(node, [step]);
    if (!next) return insert(text, node, path.slice(i), value);
    node = next;
  }
  return splice(text, node.offset, endOf(node), value);
}

/** The text without the member or element at the path; unchanged when there is none. */
export function removeFromText(text: string, path: readonly Step[]): string {
  const value = findNodeAtLocation(parseTree(text)!, [...path]);
  const part = value?.parent?.type === 'property' ? value.parent : value;
  const container = part?.parent;
  if (!part || !container) return text;
  const parts = container.children!;
  const at = parts.indexOf(part);
  if (parts.length === 1) return splice(text, container.offset + 1, endOf(container) - 1, '');
  if (at > 0) return splice(text, endOf(parts[at - 1]!), endOf(part), '');
  return splice(text, part.offset, parts[1]!.offset, '');
}

const endOf = ({ offset, length }: Node): number => offset + length;

const splice = (text: string, from: number, to: number, by: string) =>
  text.slice(0, from) + by + text.slice(to);

/** Inserts a new member after the last one, with the same separator as between the members before. */
function insert(text: string, object: Node, path: readonly Step[], value: string): string {
  const [key, ...inside] = path;
  if (object.type !== 'object' || path.some((step) => typeof step === 'number')) return text;
  const nested = inside.reduceRight<string>((within, step) => `{${JSON.stringify(step)}:${within}}`, value);
  const last = object.children!.at(-1);
  if (!last) return splice(text, object.offset + 1, endOf(object) - 1, `${JSON.stringify(key)}:${nested}`);
  const before = object.children!.at(-2);
  const apart = before
    ? text.slice(endOf(before), last.offset)
    : `,${text.slice(object.offset + 1, last.offset)}`;
  const [name, given] = last.children!;
  const colon = text.slice(endOf(name!), given!.offset);
  return splice(text, endOf(last), endOf(last), `${apart}${JSON.stringify(key)}${colon}${nested}`);
}
