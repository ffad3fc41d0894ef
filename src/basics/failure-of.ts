// Any error as a failure: the disk's errors are exit 7, what nobody expected is a defect of ours.
import { troubleFailure, troubleOf } from './disk-trouble.ts';
import { defectFailure, Failure } from './failure.ts';

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { message = String(error), path = 'a file' } = error as NodeJS.ErrnoException;
  const trouble = troubleOf(error);
  if (trouble) return troubleFailure(trouble, path, error);
  return defectFailure('defect', `Internal error: ${message.split('\n')[0]}`, {
    hint: 'This is a defect of the tool. Run the command again with --verbose and report what it prints.',
    cause: error,
  });
}
