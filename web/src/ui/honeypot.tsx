import fields from './plain-fields.module.css'

/** A hidden field that only bots fill in. */
export function FormTrap() {
  return (
    <div className={fields.trap} aria-hidden>
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
