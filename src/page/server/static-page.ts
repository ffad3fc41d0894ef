// A page that is one document: no script, nothing loaded. It can be sent and printed. The one place where text becomes markup.
import { escapeMarkup } from '../../basics/markup.ts';
import { escapeControls } from '../../basics/text.ts';
import { formatCount } from '../../basics/units.ts';
import type { Platform } from '../../platform/platform.ts';
import { fileOfPage } from './serve-page.ts';

/** What is not escaped again. */
export class Markup {
  constructor(readonly text: string) {}
}

/** A number is a count. What is missing or false is left out. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[];

/** Markup from a template: each value is escaped, with control characters made visible. The text is one of its own, no slices. */
export const html = (parts: TemplateStringsArray, ...values: readonly Content[]): Markup =>
  new Markup(parts.map((part, i) => part + textOf(values[i])).join(''));

function textOf(value: Content): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') return escapeMarkup(value.split('\n').map(escapeControls).join('\n'));
  return value ? value.map(textOf).join('') : '';
}

/** With the kind `unfold` a narrow window shows the cells of a row below each other. */
export function table(heads: readonly string[], rows: readonly (readonly Content[])[], kind: string): Markup {
  const row = ([first, ...cells]: readonly Content[]) =>
    html`<tr><th>${first}${cells.map((cell) => html`<td>${cell}`)}`;
  const head = heads.map((text) => html`<th>${text}`);
  return html`<div class="scroll"><table class="${kind}"><thead><tr>${head}<tbody>${rows.map(row)}</table></div>`;
}

export const fold = (summary: Content, body: Content, kind: string, isOpen = false): Markup =>
  html`<details class="${kind}"${isOpen && new Markup(' open')}><summary>${summary}</summary>${body}</details>`;

export const list = (items: readonly Content[]): Markup =>
  html`<ul class="list">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Names with values; a missing value leaves its name out. */
export const pairs = (rows: readonly (readonly [name: string, value: Content])[]): Markup =>
  html`<dl>${rows.map(([name, value]) => value !== null && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Beside the title in the list of the sections. */
  readonly note?: Content;
  readonly tone?: string;
  /** Written piece by piece; when all are empty the section is left out. */
  readonly body: readonly Content[];
}

interface StaticPage {
  readonly title: string;
  readonly head: Content;
  readonly sections: readonly Section[];
  readonly foot: Content;
}

/** Does not finish the file. @throws Failure when the style of the package is missing, exit 7 for the disk */
export function writeStaticPage(
  platform: Platform,
  file: { write(text: string): void },
  { title, head, sections, foot }: StaticPage,
): void {
  const style = fileOfPage(platform, 'paper.css');
  const hash = Buffer.from(platform.crypto.sha256(style), 'hex').toString('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const shown = sections.filter(({ body }) => body.some((piece) => textOf(piece) !== ''));
  const links = shown.map(
    (one) => html`<a href="#${one.id}" class="${one.tone}">${one.title} <small>${one.note}</small></a>`,
  );
  const write = (content: Content) => file.write(textOf(content));
  write(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
<body>
<header>${head}</header>
<nav class="flow">${links}</nav>
<main>
`);
  for (const { id, title: text, body } of shown) {
    write(html`<section id="${id}"><h2>${text}</h2>\n`);
    for (const piece of body) write([piece, '\n']);
    write(html`</section>\n`);
  }
  write(html`</main>\n<footer>${foot}</footer>\n`);
}
