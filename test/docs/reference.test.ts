// docs/reference.md is what the program says of itself. When it is stale: npm run docs
import { expect, it } from 'vitest';
import { reference } from './reference.ts';

it('docs/reference.md is what the program says of itself', async () => {
  await expect(await reference()).toMatchFileSnapshot('../../docs/reference.md');
});
