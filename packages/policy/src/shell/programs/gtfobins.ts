import { hazard, named } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';

/**
 * Programs that, according to the GTFOBins collection, run programs, load code or write files through their words, and
 * that no other table describes in more detail.
 */
export const gtfobins: Programs = new Map(
  named(
    'aa-exec ab agetty alpine ansible ansible-playbook ansible-test aoss apache2ctl apport-cli arj arp ascii-xfr aspell ' +
      'atobm bconsole bpftrace bridge bundler busctl byebug c89 c99 cabal cancel capsh cdist certbot check_by_ssh ' +
      'check_cups check_log check_memory check_raid check_ssl_cert check_statusfile choom clamscan cobc cowsay cowthink ' +
      'cpan cpulimit crash csvtool cupsfilter debugfs dialog distcc dmidecode dmsetup dos2unix dosbox dotnet dpkg dstat ' +
      'dvips easy_install easyrsa eb efax elvish enscript eqn espeak exiftool facter fail2ban-client finger fping gcore ' +
      'genie genisoimage ghc gimp ginsh grc gtester highlight hping3 iftop ispell jjs journalctl jrunscript jtag knife ' +
      'ksshell ksu latex latexmk ld.so ldconfig loginctl logsave lp lualatex luatex lwp-download lwp-request mail minicom ' +
      'mosquitto msfconsole msgattrib msgcat msgconv msgfilter msgmerge msguniq mtr multitime mutt nasm ncdu ncftp neofetch ' +
      'nft nginx nm nroff ntpdate objcopy objdump openvpn openvt opkg pandoc pdb pdflatex pdftex perlbug pexec pic pidstat ' +
      'pkg posh procmail pry psftp ptx puppet pygmentize ranger rc red redcarpet redis restic rlogin rpm rpmdb rpmquery ' +
      'rpmverify rtorrent run-mailcap run-parts runscript rview rvim sash scanmem scrot service setarch setfacl setlock sg ' +
      'slsh smbclient socket softlimit sqlmap ssh-agent ssh-copy-id ssh-keygen ssh-keyscan sshpass sysctl systemctl ' +
      'systemd-resolve tasksh tbl tdbtool tex tic timedatectl tmate top torify torsocks troff unsquashfs ' +
      'update-alternatives uudecode uuencode vagrant varnishncsa vigr vipw virsh wall whiptail wireshark xdg-user-dir ' +
      'xdg-open xdotool xelatex xetex xmllint xmodmap xmore xpad xsltproc yash yelp zathura zypper zgrep',
    hazard('can run programs or write files through its arguments'),
  ),
);
