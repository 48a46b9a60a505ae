import { IconHandStop } from '@tabler/icons-react'
import classes from './contact-stopped.module.css'

/** A warning on a purchase whose traveller has withdrawn. */
export function ContactStopped() {
  return (
    <p className={classes.stopped}>
      <IconHandStop size={20} aria-hidden />
      <span>The traveller has withdrawn. Please do not contact them again.</span>
    </p>
  )
}
