import { ActionIcon } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconLogout, IconMenu2, IconX } from '@tabler/icons-react'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Avatar } from './avatar.tsx'
import { Brand } from './brand.tsx'
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx'
import classes from './dashboard-frame.module.css'
import { isDialogShown } from './use-dialog.ts'

/** An entry of the sidebar. */
export type MenuItem = {
  label: string
  to: string
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** True if only this exact address marks the entry as current, and not the addresses below it ('/dashboard'). */
  end?: boolean
  /** A count at the end of the entry, such as the open enquiries. */
  count?: ComponentType
}

type DashboardFrameProps = {
  menu: readonly MenuItem[]
  /** The signed-in user. `detail` is the second line, `to` the path of the profile. */
  user: { name: string; detail: string; image: string | null; to: string }
  onLogout: () => void
  /** While true the logout button is disabled. */
  loggingOut?: boolean
  children: ReactNode
}

/** The frame of every screen behind the login: sidebar (slides in below 768 px), skip link, content. */
export function DashboardFrame({
  menu,
  user,
  onLogout,
  loggingOut,
  children,
}: DashboardFrameProps) {
  const sidebarId = useId()
  const [opened, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  const toggleButton = useRef<HTMLButtonElement>(null)
  const main = useRef<HTMLElement>(null)
  // Navigation closes the sidebar, also with Back.
  useEffect(close, [pathname])
  useFocusOnNavigation(main, pathname, opened)
  const closeAndRefocus = () => {
    if (!opened) return
    close()
    // The focus returns to the button that opened the sidebar.
    toggleButton.current?.focus()
  }
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape') closeAndRefocus()
  })
  return (
    <div className={classes.frame} data-opened={opened || undefined}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.topbar}>
        <ActionIcon
          ref={toggleButton}
          variant="transparent"
          size={44}
          className={classes.toggle}
          aria-label="Toggle sidebar menu"
          aria-expanded={opened}
          aria-controls={sidebarId}
          onClick={toggle}
        >
          {opened ? <IconX size={24} aria-hidden /> : <IconMenu2 size={24} aria-hidden />}
        </ActionIcon>
        <Link to="/" className={classes.brand}>
          <Brand size={26} />
        </Link>
      </header>
      <Sidebar id={sidebarId} menu={menu} user={user} onNavigate={close}>
        <button type="button" className={classes.logout} onClick={onLogout} disabled={loggingOut}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          Logout
        </button>
      </Sidebar>
      <button
        type="button"
        className={classes.scrim}
        aria-hidden
        tabIndex={-1}
        onClick={closeAndRefocus}
      />
      <main ref={main} id="main" tabIndex={-1} className={classes.main} inert={opened || undefined}>
        <div className={classes.content}>{children}</div>
      </main>
    </div>
  )
}

interface SidebarProps extends Pick<DashboardFrameProps, 'menu' | 'user' | 'children'> {
  id: string
  onNavigate: () => void
}

/** The menu and the user. `children` is shown below them. */
function Sidebar({ id, menu, user, onNavigate, children }: SidebarProps) {
  return (
    <aside id={id} className={classes.sidebar} aria-label="Sidebar">
      <div className={classes.column}>
        <Link to="/" className={classes.sidebarBrand}>
          <Brand size={34} />
        </Link>
        <nav aria-label="Main" className={classes.nav}>
          <ul className={classes.menu}>
            {menu.map(({ label, to, icon: Icon, end, count: Count }) => (
              <li key={to}>
                <NavLink to={to} end={end} className={classes.item} onClick={onNavigate}>
                  <span className={classes.icon}>
                    <Suspense>
                      <Icon size={20} stroke={1.75} aria-hidden />
                    </Suspense>
                  </span>
                  {label}
                  {Count && (
                    <Suspense>
                      <Count />
                    </Suspense>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.foot}>
          <ColourSchemeSwitch onShell />
          <UserBlock user={user} onNavigate={onNavigate} />
          {children}
        </div>
      </div>
    </aside>
  )
}

/**
 * Moves the focus to the content after a navigation, so that screen readers continue there. On the first page the
 * browser sets the focus.
 * @param covered while true the content cannot take the focus
 */
function useFocusOnNavigation(
  ref: RefObject<HTMLElement | null>,
  pathname: string,
  covered: boolean,
) {
  const focusedPath = useRef(pathname)
  // Before the page is painted, so that a field which gets the focus then keeps it.
  useLayoutEffect(() => {
    if (covered || focusedPath.current === pathname) return
    focusedPath.current = pathname
    // A dialog that was opened while the page was loading keeps the focus.
    if (!isDialogShown()) ref.current?.focus({ preventScroll: true })
  }, [pathname, covered, ref])
}

type UserBlockProps = { user: DashboardFrameProps['user']; onNavigate: () => void }

function UserBlock({ user, onNavigate }: UserBlockProps) {
  return (
    <Link to={user.to} className={classes.user} onClick={onNavigate}>
      <Avatar name={user.name} image={user.image} size={36} />
      <span className={classes.userText}>
        <bdi className={classes.userName}>{user.name}</bdi>
        <bdi className={classes.userDetail}>{user.detail}</bdi>
      </span>
    </Link>
  )
}
