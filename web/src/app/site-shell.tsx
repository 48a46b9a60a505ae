import { Outlet } from 'react-router'
import { SiteFrame } from '../features/site/site-frame.tsx'

/** Frames every public page. It does not import Mantine: see docs/decisions/0030-web.md. */
export default function SiteShell() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
