// Formats a JSON text for reading; every value stays as it was written.
import { type Node, parseTree } from 'jsonc-parser';
import { type Steps, stepsText } from '../basics/json-text.ts';

export interface PrettyLine {
  readonly text: string;
  /** Path of the value that begins in this line; undefined for a closing bracket. */
  readonly path: string | undefined;
}

/** Formats a syntactically valid text in lines, with two spaces for each level. */
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
