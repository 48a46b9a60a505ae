import { Outlet } from 'react-router'
import '../ui/mantine-styles.css'
import { Providers } from './providers.tsx'

/** Frames every screen of agents and admins with Mantine's theme and styles. The public site does not load them. */
export default function AppShell() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  )
}
