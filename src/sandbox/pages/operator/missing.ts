// A thing that is not there any more, for example after a reset, is none; other refusals stay errors.
import { Refused } from '../../../page/asking.ts';

export async function missingIsNone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}
