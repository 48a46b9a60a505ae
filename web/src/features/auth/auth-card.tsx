import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Brand } from '../../ui/brand.tsx'
import classes from './auth-card.module.css'
import sceneUrl from './window-scene.svg'

interface AuthCardProps {
  title: string
  text: string
  children: ReactNode
  /** Links below the form; null for none. */
  footer: ReactNode
  /** For forms with two columns. */
  wide?: boolean
}

/** The page layout of login and sign-up: the form, and an illustration beside it. */
export function AuthCard({ title, text, children, footer, wide = false }: AuthCardProps) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <div className={classes.side}>
        <header className={classes.header}>
          <Link to="/" className={classes.brand}>
            <Brand size={34} />
          </Link>
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.text}>{text}</p>
          {children}
          {footer && <p className={classes.footer}>{footer}</p>}
        </main>
      </div>
      <aside className={classes.scene} aria-label="About Raahi">
        <img src={sceneUrl} alt="" width={400} height={540} className={classes.picture} />
        <p className={classes.claim}>Every great trip begins with a question.</p>
        <p className={classes.words}>
          Real enquiries from travellers. Pay only for the leads you choose, and call them the same
          day.
        </p>
      </aside>
    </div>
  )
}
