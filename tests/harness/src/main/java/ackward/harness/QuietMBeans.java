package ackward.harness;

import java.lang.reflect.Proxy;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectInstance;
import javax.management.ObjectName;

/** A platform MBean server that keeps nothing: most of the time of a construction went into registering metrics. */
public final class QuietMBeans extends MBeanServerBuilder {
    @Override
    public MBeanServer newMBeanServer(String domain, MBeanServer outer, MBeanServerDelegate delegate) {
        MBeanServer real = super.newMBeanServer(domain, outer, delegate);
        return (MBeanServer) Proxy.newProxyInstance(MBeanServer.class.getClassLoader(), new Class<?>[] {MBeanServer.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "registerMBean" -> new ObjectInstance((ObjectName) arguments[1], arguments[0].getClass().getName());
                case "unregisterMBean" -> null;
                case "isRegistered" -> false;
                default -> method.invoke(real, arguments);
            });
    }
}
