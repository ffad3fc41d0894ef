// A JSON text set out for reading, every value as it was written.
import { type Node, parseTree } from 'jsonc-parser';
import { type Steps, stepsText } from '../basics/json-text.ts';

export interface PrettyLine {
  readonly text: string;
  /** Of the value that begins in this line; undefined for a closing bracket. */
  readonly path: string | undefined;
}

/** Sets a syntactically valid text out in lines, two spaces a level. */
export function prettyJson(text: string): PrettyLine[] {
  const lines: PrettyLine[] = [];
  const raw = ({ offset, length }: Node) => text.slice(offset, offset + length);
  const add = (node: Node, steps: Steps, before: string, after: string) => {
    const { type, children = [] } = node;
    const isList = type === 'array';
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    const path = stepsText(steps);
    if (children.length === 0) {
      const value = isList || type === 'object' ? open + close : raw(node);
      lines.push({ text: `${before}${value}${after}`, path });
      return;
    }
    lines.push({ text: before + open, path });
    const indent = '  '.repeat(steps.length);
    for (const [i, child] of children.entries()) {
      const [key, value] = child.type === 'property' ? child.children! : [];
      const name = key ? `${raw(key)}: ` : '';
      const step = key ? String(key.value) : i;
      add(value ?? child, [...steps, step], `${indent}  ${name}`, i < children.length - 1 ? ',' : '');
    }
    lines.push({ text: `${indent}${close}${after}`, path: undefined });
  };
  add(parseTree(text)!, [], '', '');
  return lines;
}
