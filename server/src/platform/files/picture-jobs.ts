/** What a server process sends to its picture process. */
export interface PictureJob {
  bytes: Uint8Array
  /** A document stays as large as it can be read; an avatar is a small square in WebP. */
  as: 'jpg' | 'png' | 'avatar'
}

/** What the picture process answers. The reason of a picture that is too large is for the sender, any other for the log. */
export type PictureResult =
  | { drawn: Uint8Array }
  | { refusal: 'too-large'; reason: string }
  | { refusal: 'unreadable'; reason?: string }
