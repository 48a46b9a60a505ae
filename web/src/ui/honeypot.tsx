import fields from './plain-fields.module.css'

/** A hidden field that only bots fill in. */
export function Honeypot() {
  return (
    <div className={fields.honeypot} aria-hidden>
      <label>
        Website{' '}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
        />
      </label>
    </div>
  )
}
