import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Brand } from './brand.tsx'
import classes from './full-page-message.module.css'
import buttons from './plain-button.module.css'

type FullPageMessageProps = {
  title: string
  text: ReactNode
  picture?: ReactNode
  onRetry?: () => void
  /** The link back; '/' by default. */
  back?: { to: string; label: string }
}

/**
 * A page that consists of a message: not found, not allowed, error. It always has a link back, and does not use
 * Mantine.
 */
export function FullPageMessage({
  title,
  text,
  picture,
  onRetry,
  back = { to: '/', label: 'Go to home page' },
}: FullPageMessageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <Brand size={32} />
        </Link>
      </header>
      <main className={classes.main}>
        {picture}
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        <div className={classes.actions}>
          {onRetry && (
            <button type="button" className={buttons.main} onClick={onRetry}>
              Try again
            </button>
          )}
          <Link to={back.to} className={onRetry ? buttons.other : buttons.main}>
            {back.label}
          </Link>
        </div>
      </main>
    </div>
  )
}
