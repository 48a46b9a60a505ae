import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import section from '../../ui/section.module.css'

/** Replaces the form once it is sent. The title takes the focus, so that screen readers announce it. */
export function ContactThanks() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div>
      <span className={section.garland} />
      <h2 ref={title} tabIndex={-1} className={section.title}>
        Thank you
      </h2>
      <p className={section.lead}>
        We have your message. We read every one and reply by email, usually within one working day.
      </p>
      <p>
        Meanwhile,{' '}
        <Link to="/destinations" className={section.textLink}>
          explore our destinations
        </Link>
        .
      </p>
    </div>
  )
}
