/** Supported architectures. */
export type Architecture = 'x64' | 'arm64';

/** The number of a system call on each architecture. Null if it does not exist. */
export type CallNumbers = Readonly<Record<Architecture, number | null>>;

const on = (x64: number | null, arm64: number | null): CallNumbers => ({ x64, arm64 });

/** The architecture as the kernel reports it to a filter (AUDIT_ARCH). */
export const auditArchitecture: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** System calls that fail with EPERM, whatever their arguments. */
export const refusedCalls: Readonly<Record<string, CallNumbers>> = {
  // Other processes.
  ptrace: on(101, 117),
  process_vm_readv: on(310, 270),
  process_vm_writev: on(311, 271),
  kcmp: on(312, 272),
  pidfd_getfd: on(438, 438),
  process_madvise: on(440, 440),
  // Large parts of the kernel that no build tool needs.
  io_uring_setup: on(425, 425),
  io_uring_enter: on(426, 426),
  io_uring_register: on(427, 427),
  bpf: on(321, 280),
  perf_event_open: on(298, 241),
  userfaultfd: on(323, 282),
  fanotify_init: on(300, 262),
  add_key: on(248, 217),
  request_key: on(249, 218),
  keyctl: on(250, 219),
  modify_ldt: on(154, null),
  lookup_dcookie: on(212, 18),
  // Mounts and namespaces.
  mount: on(165, 40),
  umount2: on(166, 39),
  pivot_root: on(155, 41),
  chroot: on(161, 51),
  setns: on(308, 268),
  unshare: on(272, 97),
  open_tree: on(428, 428),
  move_mount: on(429, 429),
  fsopen: on(430, 430),
  fsconfig: on(431, 431),
  fsmount: on(432, 432),
  fspick: on(433, 433),
  mount_setattr: on(442, 442),
  open_tree_attr: on(467, 467),
  // Files by handle, which bypass every mount.
  name_to_handle_at: on(303, 264),
  open_by_handle_at: on(304, 265),
  // Administration of the machine. Capabilities refuse these too, but the filter also applies if a process keeps one.
  kexec_load: on(246, 104),
  kexec_file_load: on(320, 294),
  init_module: on(175, 105),
  finit_module: on(313, 273),
  delete_module: on(176, 106),
  reboot: on(169, 142),
  swapon: on(167, 224),
  swapoff: on(168, 225),
  acct: on(163, 89),
  quotactl: on(179, 60),
  quotactl_fd: on(443, 443),
  syslog: on(103, 116),
  sethostname: on(170, 161),
  setdomainname: on(171, 162),
  settimeofday: on(164, 170),
  clock_settime: on(227, 112),
  clock_adjtime: on(305, 266),
  adjtimex: on(159, 171),
  iopl: on(172, null),
  ioperm: on(173, null),
  vhangup: on(153, 58),
  uselib: on(134, null),
  ustat: on(136, null),
  sysfs: on(139, null),
  _sysctl: on(156, null),
  nfsservctl: on(180, 42),
};

/** System calls that are checked by their arguments. */
export const checkedCalls = {
  open: on(2, null),
  creat: on(85, null),
  openat: on(257, 56),
  openat2: on(437, 437),
  socket: on(41, 198),
  socketpair: on(53, 199),
  ioctl: on(16, 29),
  clone: on(56, 220),
  clone3: on(435, 435),
  personality: on(135, 92),
  chmod: on(90, null),
  fchmod: on(91, 52),
  fchmodat: on(268, 53),
  fchmodat2: on(452, 452),
  mknod: on(133, null),
  mknodat: on(259, 33),
} as const;
