// JSON texts in columns of a database: one that cannot be read means that the file is damaged.
import { damagedFailure } from '../basics/failure.ts';
import type { Database, SqlValue } from '../platform/platform.ts';

/** @throws Failure exit 7 */
export function storedJson<T>({ file }: Pick<Database, 'file'>, text: SqlValue): T {
  try {
    return JSON.parse(text as string) as T;
  } catch (error) {
    throw damagedFailure(file, (error as Error).message, error);
  }
}
