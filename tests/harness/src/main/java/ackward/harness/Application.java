package ackward.harness;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The classes of an application that has everything: any class of the package com.example is there, and is of every kind at once. So it
 * shows what a client refuses however rich its class path is.
 */
final class Application {
    /** The package whose classes such an application has. */
    static final String PACKAGE = "com.example.";

    private Application() {}

    /** The bytes of a class that implements every interface of a release that a key may ask for; its methods do nothing. */
    static byte[] define(Release release, String name) throws IOException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        List<Class<?>> interfaces = Classes.interfaces(release);
        String[] names = interfaces.stream().map(Type::getInternalName).toArray(String[]::new);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, "java/lang/Object", names);
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        // What an interface does by itself stays, unless several do.
        Map<String, List<Method>> methods = interfaces.stream().flatMap(type -> Arrays.stream(type.getMethods()))
            .filter(method -> !Modifier.isStatic(method.getModifiers())).distinct()
            .collect(Collectors.groupingBy(method -> method.getName() + Type.getMethodDescriptor(method)));
        methods.values().stream().filter(same -> same.size() > 1 || !same.get(0).isDefault()).forEach(same -> emptyMethod(writer, name, same.get(0)));
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Returns what tells least: nothing, false, 0, an empty text or collection, true from a login module. */
    private static void emptyMethod(ClassWriter writer, String name, Method method) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
        code.visitCode();
        Class<?> returned = method.getReturnType();
        if (returned == String.class) {
            code.visitLdcInsn(name);
        } else if (returned == java.util.Set.class || returned == java.util.List.class || returned == java.util.Map.class) {
            String kind = returned.getSimpleName();
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/Collections", "empty" + kind, "()Ljava/util/" + kind + ";", false);
        } else if (returned == boolean.class && method.getDeclaringClass().getName().endsWith("LoginModule")) {
            code.visitInsn(Opcodes.ICONST_1);
        } else if (returned.isPrimitive() && returned != void.class) {
            code.visitInsn(returned == long.class ? Opcodes.LCONST_0 : returned == double.class ? Opcodes.DCONST_0 : returned == float.class ? Opcodes.FCONST_0 : Opcodes.ICONST_0);
        } else if (returned != void.class) {
            code.visitInsn(Opcodes.ACONST_NULL);
        }
        code.visitInsn(Type.getType(returned).getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
