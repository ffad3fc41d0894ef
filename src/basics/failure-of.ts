// Converts any error to a Failure: disk errors exit with 7, unexpected errors are defects of this tool (exit 1).
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
