import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './lead-link.module.css'

interface LeadLinkProps {
  leadId: string
  onOpen: (leadId: string) => void
  children: ReactNode
}

/** Opens a bought lead in the drawer; with a modifier key, in a new tab like any link. */
export function LeadLink({ leadId, onOpen, children }: LeadLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(leadId)
  }
  return (
    <Link to={`/dashboard/purchased-leads?lead=${leadId}`} className={classes.link} onClick={open}>
      {children}
    </Link>
  )
}
