// The one place where text becomes markup: what is escaped, what stays, and which sections a page has.
import { expect, test } from 'vitest';
import {
  html,
  list,
  pairs,
  type Section,
  table,
  writeStaticPage,
} from '../../../src/page/server/static-page.ts';
import { testPlatform } from '../../helpers/platform.ts';

test.each([
  [
    'markup, in text and attributes',
    html`<p id="${'"><script>'}">${"a < b & 'c'"}</p>`,
    '<p id="&quot;&gt;&lt;script&gt;">a &lt; b &amp; &#39;c&#39;</p>',
  ],
  [
    'control characters are visible, line breaks stay',
    html`${'a\u0007\u202eb\nc\r'}`,
    'a\\u{7}\\u{202e}b\nc\\u{d}',
  ],
  [
    'markup in markup is not escaped again',
    html`<b>${[html`<i>${'<'}</i>`, ' & ']}</b>`,
    '<b><i>&lt;</i> &amp; </b>',
  ],
  ['counts; nothing for what is missing', html`${1234567}${0}${null}${undefined}${false}${''}`, '1,234,5670'],
  ['a list', list(['<']), '<ul class="list"><li>&lt;</li></ul>'],
  [
    'a missing value leaves its name out',
    pairs([
      ['<', '>'],
      ['b', null],
    ]),
    '<dl><dt>&lt;</dt><dd>&gt;</dd></dl>',
  ],
  [
    'a table',
    table(['<'], [['>', 1]], 'k'),
    '<div class="scroll"><table class="k"><thead><tr><th>&lt;<tbody><tr><th>&gt;<td>1</table></div>',
  ],
])('%s', (_what, { text }, expected) => {
  expect(text).toBe(expected);
});

test('a section without content is neither on the page nor in its list', () => {
  const written: string[] = [];
  const sections: Section[] = [
    { id: 'one', title: 'One', body: [false, html`<p>${'<x>'}</p>`] },
    { id: 'two', title: 'Two', body: [null, false, []] },
  ];
  const file = { write: (text: string) => void written.push(text) };
  writeStaticPage(testPlatform().platform, file, { title: '<t>', head: 'h', sections, foot: 'f' });
  const page = written.join('');
  expect(page).toContain('<title>&lt;t&gt;</title>');
  expect(page).toContain('<p>&lt;x&gt;</p>');
  expect(page.match(/href="#\w+"|<section id="\w+"/g)).toEqual(['href="#one"', '<section id="one"']);
});
