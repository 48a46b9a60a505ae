import { IconHandStop } from '@tabler/icons-react'
import classes from './contact-stopped.module.css'

/** A warning on a purchase whose traveller has withdrawn. */
export function ContactStopped() {
  return (
    <p className={classes.stopped}>
      <IconHandStop size={20} aria-hidden />
      <span>The traveller has withdrawn, so the contact is not shown any more.</span>
    </p>
  )
}
