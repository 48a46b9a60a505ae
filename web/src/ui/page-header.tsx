import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** The link back above the title, e.g. {to: '/dashboard', label: 'Back to Dashboard'}. */
  back?: { to: string; label: string }
  /** Buttons at the right; below the title on phones. */
  actions?: ReactNode
  /** Lower, so that more of a list is visible. On a phone the link back is an arrow beside the title. */
  isCompact?: boolean
}

/** The head of a dashboard page: its only h1, the link back and the actions. */
export function PageHeader({ title, subtitle, back, actions, isCompact }: PageHeaderProps) {
  return (
    <header className={classes.header} data-compact={isCompact || undefined}>
      <div className={classes.words}>
        {back && (
          <Link to={back.to} className={classes.back}>
            <IconArrowLeft size={18} aria-hidden />
            <span>{back.label}</span>
          </Link>
        )}
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
