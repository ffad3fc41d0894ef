// Draws the questions of a form one by one and sends the answers back.
import type { Ask } from '../../cli/prompts.ts';
import type { Form } from '../form.ts';

export async function askForm<T>(form: Form<T>, ask: Ask): Promise<T> {
  let step = form.next();
  while (!step.done) {
    const question = step.value;
    if (question.kind === 'text') {
      const { message, initial, check } = question;
      step = form.next(
        await ask.text(`${message}:`, { check, ...(initial === undefined ? {} : { initial }) }),
      );
    } else if (question.kind === 'choose')
      step = form.next(await ask.choose(question.message, question.choices, question.initial));
    else step = form.next((await ask.confirm(question.message, question.initial)) ? 'yes' : 'no');
  }
  return step.value;
}
