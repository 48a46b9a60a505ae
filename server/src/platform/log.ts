/** The part of the server's log that other modules write to. */
export interface Log {
  info(details: object, message: string): void
  error(details: object, message: string): void
  warn(details: object, message: string): void
}
