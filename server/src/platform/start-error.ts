/**
 * A start that cannot go on for a reason the operator can mend: a wrong setting, a port in use, a folder that cannot
 * be written. Its message is one clear sentence (or one a line) and is all that is printed; the process ends with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
