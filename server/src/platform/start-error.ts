/**
 * The start failed for a reason that the operator can fix: an invalid setting, a port in use, a folder that is not
 * writable. Only its message is printed, one sentence per line, and the process exits with code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
