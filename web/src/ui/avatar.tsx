import { useState } from 'react'
import classes from './avatar.module.css'

type AvatarProps = {
  name: string
  /** Address of the picture; null: none. */
  image: string | null
  /** Edge in px. */
  size?: number
}

/** Somebody's picture, or the first letter of the name. Decoration: the name stands beside it. */
export function Avatar({ name, image, size = 40 }: AvatarProps) {
  // A picture that does not come gives way to the letter; a new one gets its own try.
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden
    >
      {image && image !== broken ? (
        <img src={image} alt="" className={classes.picture} onError={() => setBroken(image)} />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}

/** Of any script; signs that nobody sees, and others, are passed over where a letter follows. */
function firstLetter(name: string): string {
  const [first = ''] = name.match(/[\p{L}\p{N}]/u) ?? name.trim()
  return first.toUpperCase()
}
