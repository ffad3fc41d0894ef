// What helpers clean up after a test or a test file. Where files share a process, a hook in a helper's own module would
// belong to the first of them only: the hooks stand in test/hooks.ts, which runs for every file.

type Step = () => unknown;

const afterTest: Step[] = [];
const afterFile: Step[] = [];
const afterFailure = new Set<Step>();

/** Runs once, after the test under way; the last that was added comes first. */
export const atEndOfTest = (step: Step) => void afterTest.push(step);

/** Runs once, after the last test of the file. */
export const atEndOfFile = (step: Step) => void afterFile.push(step);

/** Runs after every test that failed. */
export const onFailure = (step: Step) => void afterFailure.add(step);

export async function endTest(hasFailed: boolean): Promise<void> {
  if (hasFailed) for (const step of afterFailure) step();
  for (const step of afterTest.splice(0).reverse()) await step();
}

export async function endFile(): Promise<void> {
  for (const step of afterFile.splice(0).reverse()) await step();
}
