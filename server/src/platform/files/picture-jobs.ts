/** A message from a server process to its picture process. */
export interface PictureJob {
  bytes: Uint8Array
  /**
   * Documents become a readable JPEG or PNG, screenshots a readable WebP, avatars a small square WebP, logos a small
   * PNG.
   */
  as: 'jpg' | 'png' | 'screenshot' | 'avatar' | 'logo'
}

/**
 * The response of the picture process. The reason of 'too-large' is shown to the sender. The reason of 'unreadable' is
 * only logged.
 */
export type PictureResult =
  | { drawn: Uint8Array }
  | { refusal: 'too-large'; reason: string }
  | { refusal: 'unreadable'; reason?: string }
