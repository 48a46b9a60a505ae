import { shortId } from '@raahi/contract/formats'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import classes from './short-id.module.css'
import { notifyError } from './toast.ts'
import hidden from './visually-hidden.module.css'

interface ShortIdProps {
  id: string
  /** The kind of id, such as 'user ID'. */
  what: string
}

const shownMs = 2_000

/** The end of an id, which the search accepts like the complete id. A click copies the complete id. */
export function ShortId({ id, what }: ShortIdProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(id)) setCopied(true)
    else notifyError('This browser does not allow copying.')
  }
  return (
    <button type="button" className={classes.id} onClick={copy} title={`Copy the ${what}`}>
      <span className={hidden.hidden}>Copy {what} </span>
      {shortId(id)}
      <span aria-live="polite" className={classes.copied}>
        {copied && 'Copied'}
      </span>
    </button>
  )
}
