import '../lib/strict-csp.ts'
import muktaUrl from '@fontsource/mukta/files/mukta-latin-400-normal.woff2?url'
import muktaBoldUrl from '@fontsource/mukta/files/mukta-latin-600-normal.woff2?url'
import eczarUrl from '@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import '../ui/base.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/reduced-motion.css'
import { colourSchemeAttribute, firstPaintScript } from '../ui/colour-scheme-script.ts'
import { FullPageMessage } from '../ui/full-page-message.tsx'
import type { Route } from './+types/root'

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
  { rel: 'preload', href: muktaUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: muktaBoldUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: eczarUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export const meta: Route.MetaFunction = () => [{ title: 'Raahi' }]

/**
 * The HTML document. It does not import Mantine, because the public site renders without it. app-shell.tsx adds
 * Mantine for the screens of agents and admins.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    // The script below sets the colour scheme before React hydrates.
    <html lang="en-IN" {...{ [colourSchemeAttribute]: 'light' }} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#141230" media="(prefers-color-scheme: dark)" />
        <script dangerouslySetInnerHTML={{ __html: firstPaintScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {/* It stores positions, and an embedded form stores nothing. */}
        {!pathname.startsWith('/embed/') && <ScrollRestoration />}
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** Renders nothing, so that no content flashes that depends on the signed-in user. */
export function HydrateFallback() {
  return null
}

/** Catches errors that no nested boundary caught. Unknown addresses have a separate route. */
export function ErrorBoundary() {
  return (
    <FullPageMessage
      title="Something went wrong"
      text="We could not show this page. Nothing you have saved is lost. Try again, or go to the home page."
      onRetry={() => window.location.reload()}
    />
  )
}
