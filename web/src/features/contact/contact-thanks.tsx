import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import section from '../../ui/section.module.css'

/** In the form's place once it is sent; it takes the focus, so that it is read out. */
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
