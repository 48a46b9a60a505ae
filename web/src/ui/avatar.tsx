import { useState } from 'react'
import classes from './avatar.module.css'

type AvatarProps = {
  name: string
  /** Address of the picture; null if there is none. */
  image: string | null
  /** Edge length in px. */
  size?: number
}

/** A user's picture, or the first letter of the name. Decorative: the name is shown beside it. */
export function Avatar({ name, image, size = 40 }: AvatarProps) {
  // A picture that cannot be loaded is replaced by the letter. A new picture is tried again.
  const [failedImage, setFailedImage] = useState<string | null>(null)
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden
    >
      {image && image !== failedImage ? (
        <img src={image} alt="" className={classes.picture} onError={() => setFailedImage(image)} />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}

/** The first letter or digit, in any script. Invisible and other characters are skipped if one follows. */
function firstLetter(name: string): string {
  const [first = ''] = name.match(/[\p{L}\p{N}]/u) ?? name.trim()
  return first.toUpperCase()
}
