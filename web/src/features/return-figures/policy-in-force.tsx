import section from '../../ui/section.module.css'
import classes from './returns.module.css'

/** Replaced by the server in the built page (server/src/platform/http/site.ts). */
const placeholder = import.meta.env.SSR ? '<!--live-->' : ''

/** The rules in force, which the server inserts into the page, so that they need no script. */
export function PolicyInForce() {
  return (
    <div className={section.wrap}>
      <div
        className={classes.inForce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: placeholder }}
      />
    </div>
  )
}
