// Bodies that try to run a script, change the terminal, or break the page. A script that runs calls `pwned()`.

const SCRIPTS = [
  '<script>pwned()</script>',
  '</script><script>pwned()</script>',
  '<img src=x onerror=pwned()>',
  '<svg onload=pwned()><animate onbegin=pwned() attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  '<body onload=pwned()>',
  '<details open ontoggle=pwned()>',
  '<a href="javascript:pwned()">click</a>',
  'javascript:pwned()',
  'data:text/html,<script>parent.pwned()</script>',
  '"><script>pwned()</script>',
  "'-pwned()-'",
  '`$' + '{pwned()}`',
  '$' + '{pwned()}',
  '{{constructor.constructor("pwned()")()}}',
  '<%= pwned() %>',
  '#{pwned()}',
  '*/pwned()/*',
  '\u2028pwned()\u2029',
  '--><script>pwned()</script><!--',
  '<math><mtext></table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned()&gt;">',
  '&lt;script&gt;pwned()&lt;/script&gt;',
  '<style>@import "javascript:pwned()"; *{background:url(javascript:pwned())}</style>',
  '<link rel=stylesheet href=//evil.example/x.css><base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=javascript:pwned()">',
  '<form action=javascript:pwned()><button autofocus onfocus=pwned()>x</button></form>',
  '\n\nevent: reset\ndata: {}\n\n',
  '\u202eevil\u2066\u200b\ufeff',
  '\u001b]8;;javascript:pwned()\u0007x\u001b[2J\u009b31m\u0000',
  '\ud800 lone',
];

/** Three scripts in one text, so that fewer calls are needed; each still works alone. */
export const HOSTILE_TEXTS = Array.from({ length: Math.ceil(SCRIPTS.length / 3) }, (_, i) =>
  SCRIPTS.slice(3 * i, 3 * i + 3).join(' '),
);

/** Every text in every place of a message that the page shows. */
export function hostileBodies(): (string | Uint8Array)[] {
  const bodies: (string | Uint8Array)[] = [];
  for (const [i, text] of HOSTILE_TEXTS.entries()) {
    const unit = { order_line_item_identifier: text, order_identifier: text, sku: text };
    const more = { tracking_number: text, package_tracking_status: text };
    const message = (items: object[]) =>
      JSON.stringify({ rma_identifier: `RMA-${i}${text}`, status: text, [text]: { [text]: [text] }, items });
    // Two messages each, so that there are changes to show.
    bodies.push(message([unit]), message([{ ...unit, ...more }]));
  }
  bodies.push(
    SCRIPTS.join('\n'),
    `{"broken": ${SCRIPTS.join('\n')}`,
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"rma_identifier":"__proto__"}',
    '{"rma_identifier":"constructor","status":"__proto__","items":[{"__proto__":{"polluted":1}}]}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `{"rma_identifier":"${'A'.repeat(100_000)}"}`,
    Buffer.from([0xff, 0xfe, ...Buffer.from('<script>pwned()</script>')]),
    Buffer.from([0x00, 0x1b, 0x5d, 0x38]),
    '',
    'null',
  );
  return bodies;
}
