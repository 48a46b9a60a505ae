import { config } from 'zod'

// Our Content-Security-Policy forbids eval; zod would probe for it and the browser would report that
// as a violation on each page. Imported before anything that declares a schema.
config({ jitless: true })
