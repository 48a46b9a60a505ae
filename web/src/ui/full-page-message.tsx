import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Brand } from './brand.tsx'
import classes from './full-page-message.module.css'

type FullPageMessageProps = {
  title: string
  text: ReactNode
  picture?: ReactNode
  onRetry?: () => void
  /** The way back; '/' unless told. */
  back?: { to: string; label: string }
}

/** A page that only says something: not found, not allowed, broken. Always with a way back. */
export function FullPageMessage({
  title,
  text,
  picture,
  onRetry,
  back = { to: '/', label: 'Back to the start' },
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
            <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button component={Link} to={back.to} variant={onRetry ? 'default' : 'filled'}>
            {back.label}
          </Button>
        </div>
      </main>
    </div>
  )
}
