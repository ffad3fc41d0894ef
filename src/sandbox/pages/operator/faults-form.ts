// The fault rules of the service's own endpoints, as JSON, with how often each fired.
import { h } from '../../../page/dom.ts';
import { table } from '../../../page/parts.ts';
import type { FaultsDocument } from '../types.ts';
import { cells } from './parts.ts';
import type { Acts } from './place.ts';
import { box, submit } from './setting-forms.ts';

const EXAMPLE = '[{"on": "orders", "do": {"status": 503}, "first": 2}]';

export function faultsForm({ rules, counts }: FaultsDocument, acts: Acts): HTMLElement {
  const text = h('textarea', { id: 'faults', rows: 5, spellcheck: 'false', placeholder: EXAMPLE });
  text.value =
    rules.length === 0 ? '' : `[\n${rules.map((rule) => `  ${JSON.stringify(rule)}`).join(',\n')}\n]`;
  const send = () => {
    let wanted: unknown;
    try {
      wanted = text.value.trim() === '' ? [] : JSON.parse(text.value);
    } catch {
      acts.say('The rules are not JSON.', true);
      text.focus();
      return;
    }
    void acts.post('/_sandbox/faults', wanted, 'Fault rules changed');
  };
  return box(
    'Faults of the service',
    'Rules that make requests to the service fail, as in a file of --faults.',
    send,
    rules.length > 0 &&
      table(
        'How often the rules fired',
        ['Rule', 'Matched', 'Fired'],
        rules.map((rule, i) =>
          cells(
            h('code', JSON.stringify(rule)),
            String(counts[i]?.matched ?? 0),
            String(counts[i]?.fired ?? 0),
          ),
        ),
      ),
    h('div.field', h('label', { for: 'faults' }, 'Rules'), text),
    submit('Apply'),
  );
}
