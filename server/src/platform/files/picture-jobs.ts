/** A message from a server process to its picture process. */
export interface PictureJob {
  bytes: Uint8Array
  /** A document keeps a readable size, a screenshot too, in WebP; an avatar is a small square in WebP, a logo a small PNG. */
  as: 'jpg' | 'png' | 'screenshot' | 'avatar' | 'logo'
}

/**
 * The response of the picture process. The reason for a picture that is too large is shown to the sender, any other is
 * logged.
 */
export type PictureResult =
  | { drawn: Uint8Array }
  | { refusal: 'too-large'; reason: string }
  | { refusal: 'unreadable'; reason?: string }
